/** Lets programs run at the same time and shows the output of one after the other, in the order of their beginning. */
export function createTurns(output = process.stdout) {
  let before = Promise.resolve()
  return function takeTurn() {
    const held = []
    let isOn = false
    let end
    const isOver = new Promise((resolve) => {
      end = resolve
    })
    void before.then(() => {
      isOn = true
      for (const text of held) output.write(text)
    })
    before = Promise.all([before, isOver])
    return {
      write(text) {
        if (isOn) output.write(text)
        else held.push(text)
      },
      end,
    }
  }
}
