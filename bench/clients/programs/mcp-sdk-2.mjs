import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

for (const mode of [{ pin: '2026-07-28' }, 'legacy']) {
  const client = new Client({ name: 'clients', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${process.env.CAIRN_TOKEN}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${process.env.CAIRN_URL}/mcp`), { requestInit: { headers } }),
  )
  const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'Ledger' } })
  await client.close()
  if (structuredContent.results.length !== 1) throw new Error(JSON.stringify(structuredContent))
}
