import { expect, test } from 'vitest';
import { NodeImage } from '../../../lib/core/hardware/node-image';

test.each([
  [NodeImage.COS, 'COS_CONTAINERD', 'cos'],
  [NodeImage.UBUNTU, 'UBUNTU_CONTAINERD', 'ubuntu'],
])('an image is called as GKE calls it: %s', (image, imageType, family) => {
  expect(image).toMatchObject({ imageType, family });
  expect(String(image)).toBe(imageType);
});
