export function lessonPage() { return {}; }
