/** Why there was no answer, or none that may be used; `address_refused`: no address of the web, or one that may not be asked. */
export type Refusal =
  | 'address_refused'
  | 'unknown_host'
  | 'unreachable'
  | 'certificate'
  | 'too_slow'
  | 'too_long'

/** The request was refused or failed. The message is for the operator and names no secret part of the address. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.refusal = refusal
  }
}

/** Maps an error of the connection to a refusal. */
export function refusalOf(cause: unknown): FetchRefused {
  if (cause instanceof FetchRefused) return cause
  const { name, code } = described(cause)
  if (name === 'TimeoutError' || name === 'AbortError')
    return new FetchRefused('too_slow', 'The answer took too long.', { cause })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new FetchRefused('unknown_host', 'The host has no address.', { cause })
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code))
    return new FetchRefused('certificate', 'The certificate of the host cannot be trusted.', { cause })
  return new FetchRefused('unreachable', 'No connection, or one that broke.', { cause })
}

function described(cause: unknown): { name: string; code: string } {
  if (!(cause instanceof Error)) return { name: '', code: '' }
  return { name: cause.name, code: 'code' in cause && typeof cause.code === 'string' ? cause.code : '' }
}
