import { connect } from 'node:tls'
import { type Finding, ok, reasonOf, trouble } from './finding.ts'

const WITHIN_MS = 10_000
const DAY_MS = 86_400_000
const RENEW_DAYS = 14

/** Whether the address that people use leads to a Cairn that can serve. */
export async function checkPublicAddress(publicUrl: string): Promise<Finding> {
  const what = 'public address'
  try {
    const answer = await fetch(`${publicUrl}/readyz`, {
      signal: AbortSignal.timeout(WITHIN_MS),
      redirect: 'manual',
    })
    if (answer.ok) return ok(what, `${publicUrl} answers and can serve`)
    return trouble(
      what,
      answer.status === 503
        ? `${publicUrl} answers and cannot serve: ${(await answer.text()).slice(0, 300)}`
        : `${publicUrl}/readyz answers ${answer.status}: is it Cairn that the proxy leads to?`,
    )
  } catch (error) {
    return trouble(
      what,
      `${publicUrl} does not answer: ${reasonOf(error)}. Is Cairn started, and does the name lead here?`,
    )
  }
}

/** How long the certificate of the public address is good; null where it has none. */
export async function checkCertificate(
  publicUrl: string,
  now: () => number = Date.now,
): Promise<Finding | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const what = 'certificate'
  try {
    const ends = await endOfCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port || 443))
    const days = Math.floor((ends.getTime() - now()) / DAY_MS)
    const says = `is trusted here and good for ${days} days, until ${ends.toISOString().slice(0, 10)}`
    return days < RENEW_DAYS ? trouble(what, `${says}: renew it.`) : ok(what, says)
  } catch (error) {
    return trouble(what, `of ${hostname} cannot be checked: ${reasonOf(error)}.`)
  }
}

function endOfCertificate(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: WITHIN_MS }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.end()
      resolve(new Date(end))
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
