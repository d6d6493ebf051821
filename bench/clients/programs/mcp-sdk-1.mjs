import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const client = new Client({ name: 'clients', version: '1' })
const headers = { authorization: `Bearer ${process.env.CAIRN_TOKEN}` }
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${process.env.CAIRN_URL}/mcp`), { requestInit: { headers } }),
)
const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'Ledger' } })
await client.close()
if (structuredContent.results.length !== 1) throw new Error(JSON.stringify(structuredContent))
