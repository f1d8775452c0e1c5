import { channel } from 'node:diagnostics_channel'

/** The channel on which test support hears of failpoints. */
export const FAILPOINTS = 'mms:failpoints'

const failpoints = channel(FAILPOINTS)

/** Marks a step at which a test can kill or stop this process, once. Does nothing unless a test has started it. */
export const failpoint = (name: string): void => failpoints.publish(name)
