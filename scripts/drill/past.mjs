import { arrangePerson, PASSWORD } from '@cairn/testing/people'

/**
 * Makes the data that an old backup brings back, twice, because it can be used up: a session, a link of a mail, and an
 * invitation.
 */
export async function beginPast(server, sql, serviceKey) {
  const past = {}
  for (const [part, name] of [
    ['ofOne', 'ada'],
    ['ofAnother', 'bob'],
  ]) {
    const email = `${name}@${name}.example`
    await arrangePerson(sql, { email, name })
    const session = await asked(server, '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
    const link = await asked(server, '/auth/v1/admin/generate_link', { type: 'recovery', email }, serviceKey)
    const invitation = await asked(
      server,
      '/rest/v1/rpc/invite_member',
      { email_param: `guest-of-${name}@guest.example`, name_param: 'Guest' },
      session.access_token,
    )
    past[part] = { session, link, invitation }
  }
  return past
}

/** The parts of that past that a server still accepts, each tried as its holder would use it. */
export async function pastThatWorks(server, { session, link, invitation }) {
  const answers = {
    'the access token': await send(server, '/rest/v1/rpc/get_dashboard_counts', {}, session.access_token),
    'the refresh token': await send(server, '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    }),
    'the link': await send(server, '/auth/v1/verify', { type: 'recovery', token_hash: link.hashed_token }),
    'the invitation': await send(server, '/functions/v1/validate-invitation', { token: invitation.token }),
  }
  return Object.entries(answers).map(([what, { status, json }]) => ({
    what,
    works: status === 200 && json?.valid !== false,
  }))
}

async function asked(server, path, body, token) {
  const { status, json } = await send(server, path, body, token)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`)
  return json
}

/** Sends a request as a caller with that token; a service key goes as key, too. */
async function send({ url, publishableKey }, path, body, token) {
  const isKey = token?.startsWith('sb_secret_')
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      apikey: isKey ? token : publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
}
