const MAX_LENGTH = 2048

/** Host and port, then printable ASCII: no user info, backslash, space or control character. As the database has it. */
const HTTPS_ADDRESS =
  /^https:\/\/([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$/i

/** Whether a text is a web address that is safe to link to: https, without user name and password in it. */
export function isHttpsAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && HTTPS_ADDRESS.test(text) && URL.canParse(text)
}
