import { callsProcedure } from '../_shared/server-function.ts'

/** Makes the signed-in caller a member, if the invitation is open and was sent to their confirmed address. */
export const acceptInvitation = callsProcedure('accept_invitation', {
  token_param: 'token',
  user_email_param: 'userEmail',
})
