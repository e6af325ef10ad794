/** The version of a release, in three numbers. */
export type Release = `${number}.${number}.${number}`;

/** True if a version has the form of the releases. */
export function isVersion(version: string): version is Release {
  return /^\d+\.\d+\.\d+$/.test(version);
}

/** The release in the tag of a server's own image, from any registry. @param name of the image, such as `tensorflow/serving` */
export function releaseIn(image: string | undefined, name: string): Release | undefined {
  const [path = '', tag = ''] = image?.split(/:(?=[^:/]*$)/) ?? [];
  const release = /^v?([^-]*)/.exec(tag)?.[1] ?? '';
  return (path === name || path.endsWith(`/${name}`)) && isVersion(release) ? release : undefined;
}

/** True if a release comes before another. */
export function isBefore(version: Release, other: Release): boolean {
  const [a = 0, b = 0] = [version, other].map((each) => {
    const [major = 0, minor = 0, patch = 0] = each.split('.').map(Number);
    return (major * 1000 + minor) * 1000 + patch;
  });
  return a < b;
}
