/** `kill:` ends the process on the spot; `stop:` makes it stand still until SIGCONT. */
const SETTING = /^(kill|stop):([\w.]+)$/
const signals = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const

interface ArmMessage {
  type: 'arm-failpoint'
  /** `kill:<name>` or `stop:<name>` */
  at: string
}

let armed: { name: string; signal: NodeJS.Signals } | undefined

const isArmMessage = (message: unknown): message is ArmMessage =>
  (message as ArmMessage | null)?.type === 'arm-failpoint'

function arm(at: string): void {
  const [, action, name] = SETTING.exec(at) ?? []
  if (!action || !name) throw new TypeError(`Not a failpoint: ${at}`)
  armed = { name, signal: signals[action as keyof typeof signals] }
}

/**
 * Lets a test that has forked this process arm one failpoint at a time: it sends
 * `{ type: 'arm-failpoint', at: 'kill:<name>' }` and gets `{ type: 'failpoint-armed' }` back.
 * Does nothing unless `NODE_ENV` is `test`.
 *
 * @example acceptFailpoints(config.NODE_ENV)
 */
export function acceptFailpoints(nodeEnv: string): void {
  if (nodeEnv !== 'test') return
  process.on('message', (message) => {
    if (!isArmMessage(message)) return
    arm(message.at)
    process.send?.({ type: 'failpoint-armed' })
  })
}

/** Marks a step at which a test can kill or stop this process, once. Does nothing unless armed. */
export function failpoint(name: string): void {
  if (armed?.name !== name) return
  const { signal } = armed
  armed = undefined
  process.kill(process.pid, signal)
}
