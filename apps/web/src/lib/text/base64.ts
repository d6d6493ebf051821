/** About as many bytes as a call may have arguments. */
const PIECE = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let characters = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    characters += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(characters)
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
