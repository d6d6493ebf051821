import { connect, type Socket } from 'node:net'

/** A request, byte for byte, and whether its answer has a body. */
export interface Piped {
  bytes: Uint8Array
  hasBody: boolean
}

interface Split {
  status: number
  length: number
}

/** The end of an answer without a length: a refusal that comes before the address is read has an empty body. */
const NO_MORE = '0\r\n\r\n'

/** The first answer in the received text; null while it is incomplete. */
function firstAnswer(arrived: string, hasBody: boolean): Split | null {
  const end = arrived.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = arrived.slice(0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (Number.isNaN(status)) throw new Error(`This is no answer: ${head}`)
  const length = end + '\r\n\r\n'.length + (hasBody ? bodyLength(head) : 0)
  return arrived.length < length ? null : { status, length }
}

function bodyLength(head: string): number {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return NO_MORE.length
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

/**
 * Sends requests over one kept connection, so many at a time without waiting for their answers, and returns the status
 * of each. Throws where the connection ends early.
 */
export async function sendPiped(url: string, requests: readonly Piped[], atOnce: number): Promise<number[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  try {
    const statuses: number[] = []
    for (let first = 0; first < requests.length; first += atOnce) {
      const batch = requests.slice(first, first + atOnce)
      socket.write(Buffer.concat(batch.map(({ bytes }) => bytes)))
      statuses.push(...(await answersOf(socket, batch)))
    }
    return statuses
  } finally {
    socket.destroy()
  }
}

function answersOf(socket: Socket, batch: readonly Piped[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const statuses: number[] = []
    let arrived = ''
    const failed = () =>
      reject(new Error(`The connection ended after ${statuses.length} answers: ${arrived}`))
    const take = (text: string) => {
      arrived += text
      for (let next = batch[statuses.length]; next !== undefined; next = batch[statuses.length]) {
        const answer = firstAnswer(arrived, next.hasBody)
        if (answer === null) return
        statuses.push(answer.status)
        arrived = arrived.slice(answer.length)
      }
      socket.off('data', take).off('close', failed).off('error', failed)
      resolve(statuses)
    }
    socket.on('data', take).once('close', failed).once('error', failed)
  })
}
