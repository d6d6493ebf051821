import { emailExists, phoneExists, userNotFound, validationFailed } from '../../errors/auth-errors.ts'
import { readBody } from '../../http/body.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import { appMetadataProblem, mergeMetadata, metadataProblem } from '../../rules/metadata.ts'
import { writeAudit } from '../../store/audit.ts'
import { confirmContact, NOTHING_PROVEN } from '../../store/confirmation.ts'
import { replacePassword } from '../../store/passwords.ts'
import { changePhone } from '../../store/phones.ts'
import { deleteSessionsOf } from '../../store/sessions.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { displaceUnconfirmed, storeNewUser } from '../../store/unconfirmed.ts'
import { type FoundUser, findAccount, findByContact } from '../../store/users.ts'
import { banUser, changeEmail, setAppMetadata, setUserMetadata } from '../../store/users-admin.ts'
import type { Services } from '../services.ts'
import { endAccess } from '../shared/end-access.ts'
import { buildAccount } from '../shared/new-account.ts'
import { type Attributes, attributesSchema, readAttributes } from './attributes.ts'

/** POST /admin/users: creates a user, whose address counts as confirmed when the caller says so. No mail is sent. */
export async function createUser(services: Services, call: Call): Promise<Response> {
  const wanted = await readAttributes(services, await readBody(call, attributesSchema), 'atSignUp')
  const { email, phone } = wanted
  if (email === null && phone === null) {
    throw validationFailed('Cannot create a user without either an email or phone')
  }
  const account = await services.database.transaction(async (tx) => {
    const waiting = await findWaiting(tx, wanted)
    const id = waiting?.id ?? wanted.id ?? undefined
    const newAccount = { email, phone, data: wanted.userMetadata, byOperator: true, id }
    const account = buildAccount(newAccount, await databaseNow(tx))
    await storeNewUser(tx, waiting, { account, passwordHash: wanted.passwordHash })
    await writeAudit(tx, call, { action: 'user_modified', userId: account.user.id })
    return apply(tx, await find(tx, account.user.id), {
      ...wanted,
      email: null,
      phone: null,
      passwordHash: null,
      userMetadata: {},
    })
  })
  return json(userJson(account))
}

/** GET /admin/users/{userId}. */
export async function getUserById(services: Services, call: Call): Promise<Response> {
  const id = uuidIn(call, 'userId', userNotFound)
  const account = await services.database.transaction((tx) => find(tx, id))
  return json(userJson(account))
}

/** PUT /admin/users/{userId}: changes a user. A changed password or a ban ends the user's sessions, a password also apps and API tokens. */
export async function updateUserById(services: Services, call: Call): Promise<Response> {
  const id = uuidIn(call, 'userId', userNotFound)
  const wanted = await readAttributes(services, await readBody(call, attributesSchema), 'atChange')
  const account = await services.database.transaction(async (tx) => {
    const before = await find(tx, id)
    for (const holder of await waitingFor(tx, wanted, id)) await displaceUnconfirmed(tx, holder.id)
    if (wanted.passwordHash !== null) {
      const remembered = Math.max(services.settings.passwords.remembered - 1, 0)
      await replacePassword(tx, id, { passwordHash: wanted.passwordHash, remembered })
      await endAccess(services, tx, call, {
        userId: id,
        reason: 'password_changed',
        exceptSession: null,
        keepsPrograms: false,
      })
    }
    await writeAudit(tx, call, { action: 'user_modified', userId: id })
    return apply(tx, before, wanted)
  })
  return json(userJson(account))
}

/**
 * The user who never confirmed and becomes the new one: the one with the address, else the one with the number. Another
 * one loses the number. Throws `email_exists` or `phone_exists`, also where the new user is to have another id.
 */
async function findWaiting(tx: Transaction, wanted: Attributes): Promise<FoundUser | null> {
  const [waiting = null, other] = await waitingFor(tx, wanted, null)
  if (waiting !== null && wanted.id !== null && waiting.id !== wanted.id) {
    throw wanted.email === null ? phoneExists() : emailExists()
  }
  if (other !== undefined) await displaceUnconfirmed(tx, other.id)
  return waiting
}

/** The users beside `own` who have the address or the number and never confirmed. Throws `email_exists` or `phone_exists`. */
async function waitingFor(
  tx: Transaction,
  { email, phone }: Attributes,
  own: string | null,
): Promise<FoundUser[]> {
  const byEmail = email === null ? null : await findByContact(tx, { kind: 'email', address: email })
  if (byEmail?.confirmed_at && byEmail.id !== own) throw emailExists()
  const byPhone = phone === null ? null : await findByContact(tx, { kind: 'phone', address: phone })
  if (byPhone?.confirmed_at && byPhone.id !== own) throw phoneExists()
  const found = [byEmail, byPhone].filter((user) => user !== null)
  return found.filter(({ id }, at) => id !== own && found.findIndex((user) => user.id === id) === at)
}

async function find(tx: Transaction, id: string): Promise<Account> {
  const account = await findAccount(tx, id)
  if (account === null) throw userNotFound()
  return account
}

function requireStorable(problem: string | null): void {
  if (problem !== null) throw validationFailed(problem)
}

async function apply(tx: Transaction, { user }: Account, wanted: Attributes): Promise<Account> {
  const { id } = user
  if (wanted.email !== null && wanted.email !== user.email) await changeEmail(tx, id, wanted.email)
  if (wanted.phone !== null && wanted.phone !== user.phone) await changePhone(tx, id, wanted.phone)
  if (Object.keys(wanted.userMetadata).length > 0) {
    const merged = mergeMetadata(user.raw_user_meta_data, wanted.userMetadata)
    requireStorable(metadataProblem(merged))
    await setUserMetadata(tx, id, merged)
  }
  if (Object.keys(wanted.appMetadata).length > 0) {
    const merged = mergeMetadata(user.raw_app_meta_data, wanted.appMetadata)
    requireStorable(appMetadataProblem(merged))
    await setAppMetadata(tx, id, merged)
  }
  const vouched = { ...NOTHING_PROVEN, byOperator: true }
  if (wanted.confirm) await confirmContact(tx, id, 'email', vouched)
  if (wanted.confirmPhone) await confirmContact(tx, id, 'phone', vouched)
  if (wanted.banMs !== null) {
    await banUser(tx, id, wanted.banMs)
    if (wanted.banMs > 0) await deleteSessionsOf(tx, id)
  }
  return find(tx, id)
}
