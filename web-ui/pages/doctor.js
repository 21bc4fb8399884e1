export function doctorPage() { return {}; }
