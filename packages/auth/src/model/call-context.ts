/** What the server knows about a request beside the request itself. */
export interface CallContext {
  /** The true peer, or what a configured proxy says about it. */
  clientAddress: string
  requestId: string
  /** The rights of the API key that came along. */
  apiRole: 'anon' | 'service_role'
}
