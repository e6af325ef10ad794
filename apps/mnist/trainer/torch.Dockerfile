# docker build -t mnist-torch -f torch.Dockerfile .
#
# The image has a GPU build of PyTorch, which also runs without GPUs. It is the newest line that the program was written for; the
# program was tried with PyTorch 1.13 on CPUs.
ARG PYTORCH=2.6.0-cuda12.4-cudnn9-runtime
FROM pytorch/pytorch:${PYTORCH}
WORKDIR /app
COPY digits.py train_torch.py classify_torch.py /app/
ENV PYTHONDONTWRITEBYTECODE=1
# The user that pods have by default, so that the image behaves alike elsewhere.
USER 10001
ENTRYPOINT ["python3", "/app/train_torch.py"]
