export function gamesPage() { return {}; }
