import { expect, test } from 'vitest';
import { IMAGE, NodeImage } from '../../../lib/core/hardware/node-image';

test.each([
  [NodeImage.COS, 'COS_CONTAINERD', 'cos'],
  [NodeImage.UBUNTU, 'UBUNTU_CONTAINERD', 'ubuntu'],
])('an image is called as GKE calls it, and is known by its class: %s', (image, imageType, family) => {
  expect(image).toMatchObject({ imageType, family });
  expect(String(image)).toBe(imageType);
  expect([...IMAGE.check('image', image)]).toEqual([]);
});
