import { callsProcedure } from '../_shared/server-function.ts'

/** Tells whoever has the link of an invitation which account it leads to, who sent it and until when it is open. */
export const validateInvitation = callsProcedure('validate_invitation', { token_param: 'token' })
