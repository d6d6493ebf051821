import type { Replicas } from '@cairn/postgres/pool/answering'
import type { Pool } from '@cairn/postgres/pool/pool'
import { openReplicas } from '@cairn/postgres/replicas/replicas'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'

/** Connections to the replicas, as the user of requests; null where there are none. */
export function openReads(
  { replicas }: Config,
  parts: { size: number; authenticator: ConnectionTarget; requests: Pool; observe: Observe },
): Replicas | null {
  if (replicas === null) return null
  const { host, port, tls, others = [] } = replicas
  return openReplicas({
    primary: parts.requests,
    target: { ...parts.authenticator, host, port, tls, others },
    size: parts.size,
    onChange: ({ endpoint, away }) => parts.observe({ kind: 'replica', ...endpoint, away }),
  })
}
