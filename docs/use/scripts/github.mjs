// Sends the repositories of an organization on GitHub. GITHUB_TOKEN: a token that may read their metadata.
const { CAIRN_URL, CAIRN_KEY, GITHUB_ORG, GITHUB_TOKEN, GITHUB_URL = 'https://api.github.com' } = process.env
const ask = async (url, token, options = {}) => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, ...options })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
for (let page = 1, more = true; more; page += 1) {
  const list = `${GITHUB_URL}/orgs/${GITHUB_ORG}/repos?per_page=100&page=${page}`
  const repositories = await ask(list, GITHUB_TOKEN)
  const records = repositories.map(({ id, name, description, html_url }) => ({
    source_id: String(id),
    name,
    description: description?.slice(0, 2000) ?? null,
    links: [html_url],
  }))
  const body = JSON.stringify({ kind: 'system', records })
  console.log(await ask(`${CAIRN_URL}/functions/v1/found`, CAIRN_KEY, { method: 'POST', body }))
  more = repositories.length === 100
}
