export function settingsPage() { return {}; }
