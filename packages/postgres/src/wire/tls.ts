import { X509Certificate } from 'node:crypto'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'

/**
 * How a connection is encrypted, by the words of libpq's `sslmode`: not at all, where the server offers it, always but
 * unverified, or verified.
 */
export type Tls = false | 'prefer' | 'require' | VerifiedTls

/** Encryption with a server whose certificate was signed by a known authority. */
interface VerifiedTls {
  /** The certificates of the authorities as PEM; null for those that Node trusts. */
  authorities: string | null
  /** Whether the certificate also has to name the host. */
  verifyHost: boolean
}

/** `sslmode` or `sslrootcert` cannot be used. The message tells the operator what to change. */
class InvalidTls extends Error {
  override name = 'InvalidTls'
}

const PARAMETERS = new Set(['sslmode', 'sslrootcert'])
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Reads the parameters of a database address that begin with `ssl`; `readFile` opens the file of `sslrootcert`. Throws
 * {@link InvalidTls} for words that are not known and for verification without an authority: a connection is never less
 * safe than its address asks for.
 * Source: https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 */
export function parseTls(parameters: URLSearchParams, readFile: (path: string) => string): Tls {
  const unknown = [...parameters.keys()].find((name) => name.startsWith('ssl') && !PARAMETERS.has(name))
  if (unknown !== undefined) {
    throw new InvalidTls(`names ${unknown}, which Cairn does not know: it reads sslmode and sslrootcert`)
  }
  const mode = parameters.get('sslmode') ?? 'disable'
  const rootCertificate = parameters.get('sslrootcert')
  if (!MODES.includes(mode)) {
    throw new InvalidTls(`has the unknown sslmode ${JSON.stringify(mode)}: it must be ${MODES.join(', ')}`)
  }
  if (mode === 'verify-ca' || mode === 'verify-full') return verified(mode, rootCertificate, readFile)
  if (rootCertificate !== null) {
    throw new InvalidTls(`has sslrootcert, which needs sslmode=verify-full or sslmode=verify-ca`)
  }
  if (mode === 'require') return 'require'
  return mode === 'disable' ? false : 'prefer'
}

function verified(
  mode: 'verify-ca' | 'verify-full',
  rootCertificate: string | null,
  readFile: (path: string) => string,
): VerifiedTls {
  if (rootCertificate === null || rootCertificate === '') {
    throw new InvalidTls(
      `has sslmode=${mode}, which needs sslrootcert: the file with the certificate of the authority, or system`,
    )
  }
  if (rootCertificate !== 'system') {
    return { authorities: readAuthorities(rootCertificate, readFile), verifyHost: mode === 'verify-full' }
  }
  if (mode === 'verify-ca') {
    throw new InvalidTls(
      'has sslrootcert=system with sslmode=verify-ca, which would accept the certificate of any public web site: it must be sslmode=verify-full',
    )
  }
  return { authorities: null, verifyHost: true }
}

function readAuthorities(path: string, readFile: (path: string) => string): string {
  try {
    const pem = readFile(path)
    // Node ignores a text that holds no certificate, and would then refuse every server without a reason.
    new X509Certificate(pem)
    return pem
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidTls(`has an sslrootcert that cannot be read as a certificate (${path}): ${reason}`, {
      cause,
    })
  }
}

/** The driver's option for connections to `host`. Like libpq, it never encrypts what goes over a Unix socket. */
export function sslOption({
  host,
  tls,
}: {
  host: string
  tls: Tls
}): false | 'prefer' | 'require' | ConnectionOptions {
  if (host.startsWith('/')) return false
  if (typeof tls !== 'object') return tls
  return {
    rejectUnauthorized: true,
    ...(tls.authorities === null ? {} : { ca: tls.authorities }),
    // The driver names the host to Node only where it is not an address, so Node would look for "localhost" instead.
    checkServerIdentity: (_, certificate) =>
      tls.verifyHost ? checkServerIdentity(host, certificate) : undefined,
  }
}
