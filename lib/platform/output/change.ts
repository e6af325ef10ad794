/** A change of files in two steps: all that may fail for want of room or rights is done before the first file changes. */
export interface Change {
  /** Puts prepared files in place. */
  readonly apply: () => void;
  /** Removes what is no longer needed, also if the change was not applied. */
  readonly cleanUp: () => void;
}
