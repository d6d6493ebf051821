import { userInfo } from 'node:os'

/** The user of the operating system that runs this process. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user can be a mere number.
    return String(process.getuid?.())
  }
}
