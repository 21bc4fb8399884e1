export function reviewPage() { return {}; }
