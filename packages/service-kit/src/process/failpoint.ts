import { channel } from 'node:diagnostics_channel'

export const FAILPOINTS = 'mms:failpoints'

const failpoints = channel(FAILPOINTS)

/** Marks a step at which a test can kill or pause this process, once. Does nothing in production. */
export const failpoint = (name: string): void => failpoints.publish(name)
