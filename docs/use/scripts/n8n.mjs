// Sends the workflows of n8n. N8N_URL: where it is; N8N_KEY: a key of its API that may list workflows.
const { CAIRN_URL, CAIRN_KEY, N8N_URL, N8N_KEY } = process.env
const ask = async (url, headers, options = {}) => {
  const answer = await fetch(url, { headers, ...options })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
for (let cursor = null, more = true; more; ) {
  // Its validator refuses a cursor that is empty.
  const query = new URLSearchParams({ limit: '250', ...(cursor !== null && { cursor }) })
  const page = await ask(`${N8N_URL}/api/v1/workflows?${query}`, { 'X-N8N-API-KEY': N8N_KEY })
  const records = page.data
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, name, active }) => ({
      source_id: id,
      name: name.slice(0, 120),
      status: active ? 'active' : 'inactive',
    }))
  const body = JSON.stringify({ kind: 'automation', records })
  const to = { authorization: `Bearer ${CAIRN_KEY}` }
  console.log(await ask(`${CAIRN_URL}/functions/v1/found`, to, { method: 'POST', body }))
  cursor = page.nextCursor ?? null
  more = cursor !== null
}
