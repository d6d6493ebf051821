import { openRelay } from '@cairn/testing/relay'
import { startServerProcess } from '@cairn/testing/server-process'

/** Does the work with a server that sends through a relay, and ends both, also where the server does not start. */
export async function withMailServer(options, work) {
  const relay = await openRelay(options)
  try {
    const server = await startServerProcess({ LOG_LEVEL: 'silent', SMTP_URL: relay.url })
    try {
      return await work(server, relay)
    } finally {
      await server.dispose()
    }
  } finally {
    await relay.close()
  }
}
