const answer = await fetch(`${process.env.CAIRN_URL}/mcp/`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${process.env.CAIRN_TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json',
  },
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search', arguments: { query: 'Ledger' } },
  }),
})
const { result } = await answer.json()
if (JSON.parse(result.content[0].text).results.length !== 1) throw new Error(JSON.stringify(result))
