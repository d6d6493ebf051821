import { z } from 'zod'
import { userNotFound } from '../../errors/auth-errors.ts'
import { readOptionalBody } from '../../http/body.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { deleteUser, softDeleteUser } from '../../store/users-admin.ts'
import type { Services } from '../services.ts'

const bodySchema = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * DELETE /admin/users/{userId}: deletes a user with everything that belongs to them. With `should_soft_delete` only
 * the id remains, for the records that name it.
 */
export async function deleteUserById(services: Services, call: Call): Promise<Response> {
  const id = uuidIn(call, 'userId', userNotFound)
  const { should_soft_delete: softly } = await readOptionalBody(call, bodySchema)
  await services.database.transaction(async (tx) => {
    const found = softly ? await softDeleteUser(tx, id) : await deleteUser(tx, id)
    if (!found) throw userNotFound()
    await writeAudit(tx, call, { action: 'user_deleted', userId: id })
  })
  return json({})
}
