/** The processor of a machine; an image is built for one. */
export type Architecture = 'amd64' | 'arm64';
