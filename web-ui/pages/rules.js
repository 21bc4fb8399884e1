export function rulesPage() { return {}; }
