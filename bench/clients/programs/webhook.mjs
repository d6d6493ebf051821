import { once } from 'node:events'
import { createServer } from 'node:http'
import { asPerson } from './person.mjs'

/** Makes a webhook that Cairn calls here, adds a record, and returns what arrived with the secret that signs it. */
export async function received() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const data = `${process.env.CAIRN_URL}/rest/v1`
  const { secret } = await asPerson(`${data}/rpc/create_webhook`, {
    name: 'Clients',
    url: `http://127.0.0.1:${server.address().port}/`,
    format: 'standard',
    events: ['record.created'],
  })
  const arrives = once(server, 'request')
  await asPerson(`${data}/systems`, { name: `Payroll ${server.address().port}` })
  const [request, response] = await arrives
  const parts = await request.toArray()
  response.end()
  server.close()
  return { secret, headers: request.headers, body: Buffer.concat(parts).toString() }
}

/** Checks that a library takes what arrived, and refuses it with another body. */
export function verifies(verify, { headers, body }) {
  verify(body, headers)
  const { type } = JSON.parse(body)
  if (type !== 'record.created') throw new Error(`another event: ${type}`)
  let taken = true
  try {
    verify(body.replace('Payroll', 'Paywall'), headers)
  } catch {
    taken = false
  }
  if (taken) throw new Error('a changed body was taken')
}
