import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringPublicMailDomains } from './public-mail-lists.ts'

let database: TestDatabase
let pool: Pool
let admin: postgres.Sql

beforeAll(async () => {
  database = await testDatabase('product')
  pool = openPool({ target: database.authAdmin, size: 2, name: 'tests' })
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  // Rules that an operator made before the first start with the lists, and an entry of an old list.
  await admin`
    insert into public.domain_blacklist (domain, source, allowed) values
      ('rival.test', 'operator', false), ('tuta.com', 'operator', true), ('gone.test', 'list', false)
    on conflict (domain) do update set source = excluded.source, allowed = excluded.allowed`
  await bringPublicMailDomains(privileged(pool))
})

afterAll(async () => {
  await pool.close(1)
  await admin.end()
  await database.drop()
})

async function mayNotSignUp(domain: string): Promise<boolean> {
  const [row] = await admin`select private.is_blacklisted(${domain}) as closed`
  return row?.['closed'] === true
}

const WELL_KNOWN = `
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com windowslive.com yahoo.com ymail.com rocketmail.com
  aol.com aim.com icloud.com me.com mac.com mail.com email.com usa.com europe.com gmx.com gmx.net gmx.de gmx.at gmx.ch
  web.de freenet.de t-online.de arcor.de qq.com foxmail.com 163.com 126.com 139.com sina.com sohu.com naver.com
  daum.net hanmail.net nate.com rediffmail.com zoho.com inbox.com hushmail.com lycos.com excite.com yahoo.co.uk
  yahoo.co.jp yahoo.co.in yahoo.com.br yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.nl yahoo.com.au yahoo.com.mx
  yahoo.pl hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.nl hotmail.se hotmail.com.br live.co.uk
  live.fr live.nl live.se live.no outlook.fr outlook.de outlook.es outlook.nl outlook.com.br outlook.at

  proton.me protonmail.com tutanota.com tuta.io mailbox.org posteo.de startmail.com fastmail.com fastmail.fm hey.com
  runbox.com mailfence.com disroot.org riseup.net vivaldi.net duck.com privaterelay.appleid.com mozmail.com
  simplelogin.com addy.io anonaddy.me passmail.net 33mail.com

  mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua meta.ua tut.by abv.bg mail.bg
  seznam.cz centrum.cz post.cz email.cz azet.sk centrum.sk zoznam.sk wp.pl o2.pl onet.pl op.pl interia.pl tlen.pl
  freemail.hu citromail.hu mail.ee hot.ee inbox.lv inbox.lt libero.it virgilio.it alice.it tiscali.it tin.it orange.fr
  laposte.net free.fr wanadoo.fr sfr.fr neuf.fr sapo.pt terra.com.br uol.com.br bol.com.br ig.com.br globo.com
  bluewin.ch hispeed.ch aon.at telenet.be skynet.be proximus.be ziggo.nl planet.nl xs4all.nl hetnet.nl home.nl
  telia.com online.no walla.co.il docomo.ne.jp ezweb.ne.jp nifty.com btinternet.com virginmedia.com sky.com
  ntlworld.com blueyonder.co.uk talktalk.net eircom.net bigpond.com optusnet.com.au comcast.net xfinity.com
  verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com rogers.com shaw.ca
  sympatico.ca

  mailinator.com guerrillamail.com yopmail.com 10minutemail.com temp-mail.org trashmail.com sharklasers.com
  throwawaymail.com maildrop.cc getnada.com dispostable.com mailnesia.com
`
  .trim()
  .split(/\s+/)

describe('[AUTH-29] refuses addresses at domains where anybody can have one:', () => {
  it('every well-known provider', async () => {
    const open = await admin`
      select domain from unnest(${WELL_KNOWN}::text[]) as well_known (domain) where not private.is_blacklisted(domain)`
    expect(open.map((row) => String(row['domain']))).toEqual([])
  })

  it('domains below a provider', async () => {
    expect(await mayNotSignUp('mail.gmail.com')).toBe(true)
    expect(await mayNotSignUp('a.b.c.yopmail.com')).toBe(true)
    expect(await mayNotSignUp('mail.yahoo.nl')).toBe(true)
  })
})

it.each([
  'acme.test',
  'siemens.com',
  'alibaba.com',
  'acme.com.ar',
  'gmail.com.acme.test',
  'notgmail.com',
  'ox.ac.uk',
  'com',
])('allows organizations to sign up: %s', async (domain) => {
  expect(await mayNotSignUp(domain)).toBe(false)
})

describe('a start after an upgrade', () => {
  it('takes what the lists say, and leaves what the operator said', async () => {
    expect(await mayNotSignUp('gone.test')).toBe(false)
    expect(await mayNotSignUp('rival.test')).toBe(true)
    expect(await mayNotSignUp('tuta.com')).toBe(false)
    expect(await mayNotSignUp('mail.tuta.com')).toBe(false)
  })

  it('hands the same lists over once', async () => {
    await admin`delete from public.domain_blacklist where domain = 'gmail.com'`
    await bringPublicMailDomains(privileged(pool))
    expect(await mayNotSignUp('gmail.com')).toBe(false)
    await admin`update private.public_mail_list set fingerprint = 'of an older version'`
    await bringPublicMailDomains(privileged(pool))
    expect(await mayNotSignUp('gmail.com')).toBe(true)
  })
})
