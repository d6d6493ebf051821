/** The part of a person's browser between a client and Cairn: follows the address, agrees, and goes back to the client. */
export async function agree(authorizationUrl) {
  const sent = await fetch(authorizationUrl, { redirect: 'manual' })
  const page = new URL(sent.headers.get('location'))
  const id = page.searchParams.get('authorization_id')
  if (id === null) throw new Error(`Cairn did not ask the person: ${page}`)
  const address = `${process.env.CAIRN_URL}/auth/v1/oauth/authorizations/${id}`
  await asPerson(address)
  const { redirect_url } = await asPerson(`${address}/consent`, { action: 'approve' })
  return new URL(redirect_url)
}

/** A request of the person who is signed in; with a body it is a POST. */
export async function asPerson(url, body) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: process.env.CAIRN_PUBLISHABLE_KEY,
      authorization: `Bearer ${process.env.CAIRN_SESSION}`,
      'content-type': 'application/json',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
