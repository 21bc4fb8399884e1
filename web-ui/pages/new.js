export function newPage() { return {}; }
