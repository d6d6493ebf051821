// Sends the agents of the Power Platform inventory. POWER_PLATFORM_TOKEN: a token with ResourceQuery.Resources.Read.
const {
  CAIRN_URL,
  CAIRN_KEY,
  POWER_PLATFORM_TOKEN,
  POWER_PLATFORM_URL = 'https://api.powerplatform.com',
} = process.env
const post = async (url, token, body) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const address = `${POWER_PLATFORM_URL}/resourcequery/resources/query?api-version=2024-10-01`
const agents = {
  $type: 'where',
  FieldName: 'type',
  Operator: '==',
  Values: ["'microsoft.copilotstudio/agents'"],
}
for (let next = null; next !== undefined; ) {
  const Options = { Top: 500, ...(next && { SkipToken: next }) }
  const query = { TableName: 'PowerPlatformResources', Clauses: [agents], Options }
  const { data, skipToken } = await post(address, POWER_PLATFORM_TOKEN, query)
  const records = data.map(({ name, properties: { displayName, ownerId } }) => ({
    source_id: name,
    name: (displayName || name).slice(0, 120),
    owner: ownerId ?? null,
  }))
  console.log(await post(`${CAIRN_URL}/functions/v1/found`, CAIRN_KEY, { kind: 'agent', records }))
  next = skipToken || undefined
}
