export const OTHER_NODES: readonly string[]
export function ensureNode(version: string): Promise<string>
