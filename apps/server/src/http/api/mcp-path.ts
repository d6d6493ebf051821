/** Where assistants reach the tools, by the Model Context Protocol. */
export const MCP_PATH = '/mcp'
