/** An answer that waits until a test releases it. */
export function heldBack<Answer>(read: () => Answer) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const answer = async () => {
    await held
    return read()
  }
  return { answer, release: () => release() }
}
