import type { MetricsSettings } from '../../settings/metrics-settings.ts'
import { type Finding, note, ok, reasonOf, trouble } from './finding.ts'

const WITHIN_MS = 5_000

/** Which processes another one took the place of since the server began, by its figures; null where they are off. */
export async function checkProcesses(
  metrics: MetricsSettings | null,
  publicUrl: string,
): Promise<Finding | null> {
  if (metrics === null) return null
  const what = 'processes'
  try {
    const text = await figuresOf(metrics, publicUrl)
    const [hung, killed, failed] = [
      restarts(text, 'hung'),
      restarts(text, 'killed'),
      restarts(text, 'failed'),
    ]
    const others = `${killed} ended by a signal and ${failed} by a mistake`
    if (hung > 0)
      return trouble(
        what,
        `${hung} no longer answered and were killed since the server began, ${others}: see process-lost in the log.`,
      )
    return killed + failed > 0
      ? note(what, `since the server began ${others}: see process-lost in the log`)
      : ok(what, 'none has had to be replaced since the server began')
  } catch (error) {
    return note(what, `the figures for monitoring cannot be read: ${reasonOf(error)}`)
  }
}

async function figuresOf({ port, host, token }: MetricsSettings, publicUrl: string): Promise<string> {
  const base = port === null ? publicUrl : `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const answer = await fetch(`${base}/metrics`, {
    signal: AbortSignal.timeout(WITHIN_MS),
    redirect: 'manual',
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  })
  if (!answer.ok) throw new Error(`${base}/metrics answers ${answer.status}`)
  return answer.text()
}

function restarts(text: string, cause: string): number {
  const [, count = '0'] =
    new RegExp(`^cairn_process_restarts_total\\{cause="${cause}"\\} (\\d+)`, 'm').exec(text) ?? []
  return Number(count)
}
