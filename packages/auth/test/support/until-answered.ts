/**
 * Sends again as long as the server says that it is too busy. Of many requests for the same row at the same moment each
 * waits for the others, for two seconds at the most: too little where the machine is busy with other work.
 */
export async function untilAnswered(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send()
    if (response.status !== 503) return response
  }
}
