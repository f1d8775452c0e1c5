/** Who asks for a change, in which request and from where. */
export interface Actor {
  id: string
  name: string
  requestId?: string
  /** As the gateway saw it. */
  address?: string
}
