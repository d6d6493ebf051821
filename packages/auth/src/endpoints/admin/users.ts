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
import {
  deleteUnconfirmed,
  deleteUnconfirmedEmail,
  findAccount,
  findByContact,
  insertAccount,
  isConfirmedAddress,
} from '../../store/users.ts'
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
    await takeContacts(tx, { email, phone })
    const newAccount = buildAccount(
      {
        email,
        phone,
        data: wanted.userMetadata,
        byOperator: true,
        ...(wanted.id === null ? {} : { id: wanted.id }),
      },
      await databaseNow(tx),
    )
    await insertAccount(tx, newAccount, wanted.passwordHash)
    await writeAudit(tx, call, { action: 'user_modified', userId: newAccount.user.id })
    return apply(tx, newAccount, {
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
    await takeContacts(tx, {
      email: wanted.email === before.user.email ? null : wanted.email,
      phone: wanted.phone === before.user.phone ? null : wanted.phone,
    })
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

/** Deletes unconfirmed sign-ups with this address and number. Throws `email_exists` or `phone_exists`. */
async function takeContacts(
  tx: Transaction,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  if (email !== null) {
    if (await isConfirmedAddress(tx, email)) throw emailExists()
    await deleteUnconfirmedEmail(tx, email)
  }
  if (phone === null) return
  const identifier = { kind: 'phone', address: phone } as const
  const owner = await findByContact(tx, identifier)
  if (owner?.confirmed_at) throw phoneExists()
  await deleteUnconfirmed(tx, identifier)
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
