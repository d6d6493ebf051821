import { describe, expect, it } from 'vitest'
import { InvalidConfiguration, parseConfig } from './config.ts'

describe('parseConfig', () => {
  it('works without any setting', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      database: null,
      serviceKey: null,
      smtpUrl: null,
      smtpConnections: 5,
      trustedProxies: [],
      corsOrigins: [],
      dataApi: {
        aggregates: false,
        preRequest: null,
        rollback: false,
        serverTiming: false,
        unfiltered: false,
      },
    })
  })

  it('takes one connection for mails, and a hundred', () => {
    expect(parseConfig({ SMTP_CONNECTIONS: '1' })).toMatchObject({ smtpConnections: 1 })
    expect(parseConfig({ SMTP_CONNECTIONS: '100' })).toMatchObject({ smtpConnections: 100 })
  })

  it('takes more processes only with two connections for each', () => {
    expect(parseConfig({ CAIRN_PROCESSES: '5' })).toMatchObject({ processes: 5 })
    expect(() => parseConfig({ CAIRN_PROCESSES: '6' })).toThrow(/DATABASE_POOL_SIZE of at least 12/)
    expect(() => parseConfig({ BACKUP_WAL: 'true', CAIRN_PROCESSES: '6' })).toThrow(
      /CAIRN_PROCESSES 6 need .*\n {2}BACKUP_WAL needs BACKUP_DIR/,
    )
    expect(parseConfig({ CAIRN_PROCESSES: '1', DATABASE_POOL_SIZE: '2' })).toMatchObject({ processes: 1 })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database: null })
  })

  it('follows the port with the address, unless that is set', () => {
    expect(parseConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
    expect(parseConfig({ PUBLIC_URL: 'https://cairn.example.com/' }).publicUrl).toBe(
      'https://cairn.example.com',
    )
  })

  it('reads lists with commas and spaces', () => {
    const config = parseConfig({
      CAIRN_TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,::1',
      CAIRN_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    })
    expect(config.trustedProxies).toEqual(['10.0.0.1', '192.168.0.0/16', '::1'])
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
  })

  it('takes a star for pages of every origin, and the switches of the data API by their names in PostgREST', () => {
    const config = parseConfig({
      CAIRN_CORS_ORIGINS: '*',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_PRE_REQUEST: 'public.check_request',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_SERVER_TIMING_ENABLED: 'true',
      CAIRN_UNFILTERED_WRITES: 'true',
    })
    expect(config.corsOrigins).toEqual(['*'])
    expect(config.dataApi).toEqual({
      aggregates: true,
      preRequest: 'public.check_request',
      rollback: true,
      serverTiming: true,
      unfiltered: true,
    })
  })

  it.each([
    ['PGRST_DB_TX_END', 'rollback'],
    ['PGRST_DB_PRE_REQUEST', 'a.b.c'],
    ['CAIRN_UNFILTERED_WRITES', 'yes'],
    ['PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_URL', 'cairn.example.com'],
    ['PUBLIC_URL', 'https://cairn.example.com/app'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['CAIRN_SECRET', 'short'],
    ['CAIRN_SERVICE_KEY', 'sb_secret_short'],
    ['CAIRN_TRUSTED_PROXIES', 'my-proxy'],
    ['CAIRN_CORS_ORIGINS', '*.example.com'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_CONNECTIONS', '0'],
    ['SMTP_CONNECTIONS', '101'],
    ['SMTP_CONNECTIONS', '1.5'],
    ['SMTP_CONNECTIONS', 'many'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'mysql://localhost/cairn'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL_SIZE', '0'],
    ['SHUTDOWN_DELAY', 'soon'],
    ['SHUTDOWN_DELAY', '-1'],
    ['KEEP_HISTORY_DAYS', '0'],
    ['KEEP_SIGN_INS_DAYS', '91'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(InvalidConfiguration)
    expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(name))
  })

  it('names all faults at once', () => {
    expect(() => parseConfig({ PORT: '0', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})
