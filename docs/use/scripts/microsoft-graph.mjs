// Sends the agents of Microsoft 365's catalogue. GRAPH_TOKEN: a token with CopilotPackages.Read.All.
const { CAIRN_URL, CAIRN_KEY, GRAPH_TOKEN, GRAPH_URL = 'https://graph.microsoft.com/v1.0' } = process.env
const ask = async (url, token, options = {}) => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, ...options })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const agents = encodeURIComponent("supportedHosts/any(h:h eq 'Copilot')")
for (let next = `${GRAPH_URL}/copilot/admin/catalog/packages?$filter=${agents}`; next; ) {
  const page = await ask(next, GRAPH_TOKEN)
  const records = page.value.map(({ id, displayName, shortDescription, publisher }) => ({
    source_id: id,
    name: (displayName || id).slice(0, 120),
    description: shortDescription ?? null,
    vendor: publisher?.slice(0, 120) ?? null,
  }))
  const body = JSON.stringify({ kind: 'agent', records })
  console.log(await ask(`${CAIRN_URL}/functions/v1/found`, CAIRN_KEY, { method: 'POST', body }))
  next = page['@odata.nextLink']
}
