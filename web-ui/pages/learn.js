export function learnPage() { return {}; }
