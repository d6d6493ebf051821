/** A new password, and what of the user goes on to work: `keep_programs` is an addition of our server. */
export function passwordAttributes(password: string, keepsPrograms: boolean, current?: string) {
  return {
    password,
    keep_programs: keepsPrograms,
    ...(current !== undefined && { current_password: current }),
  }
}
