export function pairPage() { return {}; }
