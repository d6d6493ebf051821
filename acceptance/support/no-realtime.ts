/** Replaces the websocket that Node 20 lacks. The official client wants one, although these tests never open it. */
export class NoRealtime {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly readyState = this.CLOSED
  readonly protocol = ''
  readonly url: string
  onopen = null
  onmessage = null
  onclose = null
  onerror = null

  constructor(address: string | URL) {
    this.url = String(address)
  }

  close(): void {}
  send(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}
