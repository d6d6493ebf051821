import { TableError } from '@cairn/tables/model/table-error'
import type { Asked, Question, Said } from './calls.ts'
import { createTableSession } from './table-session.ts'

let current = 0
const session = createTableSession((progress) => say({ id: current, progress }))

function say(said: Said) {
  postMessage(said)
}

function answerTo(asked: Asked): Promise<unknown> {
  switch (asked.method) {
    case 'read':
      return session.read(...asked.given)
    case 'match':
      return session.match(...asked.given)
    case 'look':
      return session.look(...asked.given)
    case 'guess':
      return session.guess(...asked.given)
    case 'rows':
      return session.rows(...asked.given)
    case 'problemFile':
      return session.problemFile(...asked.given)
  }
}

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { id } = data
  if (data.method === 'read') current = id
  try {
    say({ id, answer: await answerTo(data) })
  } catch (error) {
    if (error instanceof TableError) say({ id, problem: error.problem })
    else say({ id, failure: String(error) })
  }
})
