import { z } from 'zod'

/** The variables of the environment that say where figures are read. */
export const METRICS_VARIABLES = {
  METRICS_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
}

/** Where monitoring reads figures. */
export interface MetricsSettings {
  /** A separate port; null for the served one. */
  port: number | null
  /** The address of the separate port. */
  host: string
  /** The token that a reader has to show; null where reaching the port is enough. */
  token: string | null
}

type Given = z.output<z.ZodObject<typeof METRICS_VARIABLES>>

/** Null where neither a port nor a token is given: then nothing is counted. */
export function metricsSettings(given: Given): MetricsSettings | null {
  const { METRICS_PORT: port = null, METRICS_HOST: host, METRICS_TOKEN: token = null } = given
  return port === null && token === null ? null : { port, host, token }
}
